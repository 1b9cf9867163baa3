/** Rules of alerts and due messages for tests of the delivery. */

import type { AlertRule, NewRule } from '../../server/backend/rules/alerts/rule.ts';
import type { Delivery } from '../../server/backend/store/deliveries.ts';
import type { Store } from '../../server/backend/store/store.ts';
import { newPost } from './seed-posts.ts';

/** The conditions of a rule that reports each story at once. */
export const everyStory = {
  condition: 'every',
  least: 1,
  period: 'hour',
  schedule: 'now',
  quietFrom: null,
  quietTo: null,
  secret: null,
} as const;

type AlertsOf = Pick<Store, 'alerts' | 'posts' | 'views'>;

export type QueuedAlerts = {
  account: string;
  /** Creates a rule that reports every story. */
  addRule(fields: Partial<NewRule> & Pick<NewRule, 'channel' | 'address'>): Promise<AlertRule>;
  /** Saves a post per text, and adds a message about them that is due now. */
  queue(rule: AlertRule, texts?: readonly string[]): Promise<void>;
  /** The newest message. */
  newest(): Promise<Delivery>;
};

/** Words that no other post has, so that the post is no copy. */
const ownWords = (postId: number): string =>
  Array.from({ length: 12 }, (_, index) => `ц${(postId * 7919 + index * 104_729).toString(36)}`).join(' ');

export function queueAlerts(
  { alerts, posts, views }: AlertsOf,
  { account, wordId, now }: { account: string; wordId: number; now: () => number },
): QueuedAlerts {
  let names = 0;
  let postId = 0;
  const view = views.create({ account, clientId: null, name: 'Метро', query: `?word=${wordId}` }, now());

  return {
    account,
    async addRule(fields) {
      const saved = await view;
      if (saved.outcome !== 'saved') throw new Error(`The view is ${saved.outcome}`);
      names += 1;
      const rule: NewRule = {
        name: `Правило ${names}`,
        account,
        viewId: saved.id,
        ...everyStory,
        ...fields,
      };
      const { outcome, ...created } = await alerts.create(rule, now());
      const found = (await alerts.rules(account)).find(({ ruleId }) => 'id' in created && ruleId === created.id);
      if (found === undefined) throw new Error(`The rule is ${outcome}`);
      return found;
    },
    async queue({ ruleId }, texts = ['Открыли новую станцию метро']) {
      const rule = (await alerts.activeRules()).find((active) => active.ruleId === ruleId);
      if (rule === undefined) throw new Error('The rule is paused');
      const since = await alerts.newestArrival();
      for (const text of texts) {
        postId += 1;
        await posts.save([newPost({ wordId, postId, text: `${text} ${ownWords(postId)}`, postedAt: now() })]);
      }
      const until = await alerts.newestArrival();
      const finding = {
        at: now(),
        reached: null,
        since,
        until,
        count: texts.length,
        from: null,
        to: null,
        usual: null,
      };
      await alerts.advance(rule, { ...rule, evaluated: until }, { finding, dueAt: now() });
    },
    async newest() {
      const [delivery] = (await alerts.deliveries(account, { limit: 1, offset: 0 })).rows;
      if (delivery === undefined) throw new Error('There is no message');
      return delivery;
    },
  };
}
