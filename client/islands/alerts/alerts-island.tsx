/** The alerts screen (docs/product/alerts.md): rules, Atom feeds and the log of deliveries. */

import { useId } from 'react';
import { loadAlertRules } from '../../../shared/api/alerts.ts';
import { type AtomLink, loadAtomLinks, renewAtomLink } from '../../../shared/api/atom.ts';
import { formatDateTime, type ZoneOffsets } from '../../../shared/format.ts';
import { isolate } from '../../../shared/isolate.ts';
import * as messages from '../../../shared/messages.ts';
import type { IslandProps } from '../../../shared/pages/islands.ts';
import { refusalOf } from '../../../shared/roles.ts';
import { Button, IconButton } from '../../components/buttons.tsx';
import { ErrorCard } from '../../components/error-card.tsx';
import { type OpenerProps, useConfirmation } from '../../components/lazy.tsx';
import { useNotify } from '../../components/message-bar.tsx';
import { copyText } from '../../lib/copy-text.ts';
import { ReactIslandContext, useIslandContext } from '../../lib/island-context.ts';
import { type Reply, useReply } from '../../lib/use-reply.ts';
import controls from '../../styles/controls.module.css';
import styles from './alerts.module.css';
import { Deliveries, useDeliveries } from './deliveries.tsx';
import { Rules } from './rules.tsx';

function describeUse(usedAt: string | null, timeZone: ZoneOffsets): string {
  if (usedAt === null) return 'Ещё не читали';
  return `Читали ${formatDateTime(usedAt, timeZone) ?? messages.badDate}`;
}

function AtomItem({ link, opener }: { link: AtomLink; opener: OpenerProps }) {
  const { basePath, timeZone } = useIslandContext();
  const notify = useNotify();
  const nameId = useId();
  const path = link.path === null ? null : basePath + link.path;

  async function copy() {
    const copied = await copyText(`${location.origin}${path}`);
    notify(copied ? { kind: 'success', text: messages.copied } : { kind: 'failure', text: messages.copyFailed });
  }

  return (
    <li>
      <span id={nameId}>
        {link.ruleId === null ? `Фильтр «${isolate(link.title)}»` : `Правило «${isolate(link.title)}»`}
      </span>
      {path === null ? (
        <span className={controls.hint}>{link.revoked ? messages.atomLinkRevoked : messages.atomLinkHidden}</span>
      ) : (
        <>
          <a href={path} aria-describedby={nameId}>
            Лента Atom
          </a>
          <span className={controls.hint}>{describeUse(link.usedAt, timeZone)}</span>
        </>
      )}
      <span className={styles.feedActions} data-scripted="">
        {path !== null && <IconButton label="Копировать ссылку" icon="copy" aria-describedby={nameId} onClick={copy} />}
        <Button aria-describedby={nameId} {...opener}>
          {link.revoked ? 'Создать ссылку' : 'Отозвать ссылку'}
        </Button>
      </span>
    </li>
  );
}

function AtomLinks({ feeds }: { feeds: Reply<AtomLink[]> }) {
  const headId = useId();
  const renewal = useConfirmation(feeds.reload);
  if (feeds.data?.length === 0) return null;

  const openerOf = (link: AtomLink) =>
    renewal.openerProps({
      question: link.revoked ? 'Создать ссылку?' : messages.confirmAtomRenewal,
      subject: `${isolate(link.title)}: прежний адрес ленты ${link.revoked ? 'не работает' : 'перестанет работать'}, появится новый.`,
      confirmLabel: link.revoked ? 'Создать ссылку' : 'Отозвать ссылку',
      call: renewAtomLink(link.id),
      done: 'Ссылка отозвана, новая готова',
    });

  return (
    <section>
      <h2 id={headId}>Ленты Atom</h2>
      {feeds.error !== null && <ErrorCard text={feeds.error} busy={feeds.loading} onRetry={feeds.reload} />}
      {feeds.data && (
        <ul className={styles.feeds} aria-labelledby={headId}>
          {feeds.data.map((link) => (
            <AtomItem key={link.id} link={link} opener={openerOf(link)} />
          ))}
        </ul>
      )}
      {renewal.element}
    </section>
  );
}

export function AlertsIsland(initial: IslandProps['alerts']) {
  const rules = useReply(loadAlertRules(), initial.rules);
  const feeds = useReply(loadAtomLinks(), initial.feeds);
  const deliveries = useDeliveries(initial.page, initial.first);
  const context = useIslandContext();
  return (
    <div className={styles.alerts}>
      <Rules rules={rules} feeds={feeds.data} onTrial={deliveries.reload} />
      {/* Unlike rules, the links belong to the viewer alone, so everybody may change their own. */}
      <ReactIslandContext value={{ ...context, refusal: refusalOf(context.viewer) }}>
        <AtomLinks feeds={feeds} />
      </ReactIslandContext>
      <Deliveries list={deliveries} page={initial.page} />
    </div>
  );
}
