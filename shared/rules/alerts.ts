/** The values of alert rules and deliveries, with their labels and limits (docs/product/alerts.md). */

/**
 * `every`: each new story. `least`: at least N new stories within the period. `spike`, `silence`: many more or fewer than usual.
 * `views`, `ratio`: stories that reach so many views, or such a multiple of the usual. `edited`, `deleted`: posts.
 */
export const alertConditions = {
  every: 'Каждый пост',
  least: 'Не меньше N за период',
  spike: 'Всплеск',
  silence: 'Тишина',
  views: 'Набрал просмотров',
  ratio: 'Выше обычного',
  edited: 'Изменён',
  deleted: 'Удалён в ВК',
} as const;
export type AlertCondition = keyof typeof alertConditions;

export const alertPeriods = { hour: 'Час', day: 'Сутки', week: 'Неделя' } as const;
export type AlertPeriod = keyof typeof alertPeriods;

const perPeriod: Record<AlertPeriod, string> = { hour: 'за час', day: 'за сутки', week: 'за неделю' };

export type AlertTrigger = { condition: AlertCondition; least: number; period: AlertPeriod };

/** For example «Не меньше 10 за час». */
export function describeAlertCondition({ condition, least, period }: AlertTrigger): string {
  if (condition === 'views') return `${alertConditions.views}, не меньше ${least}`;
  if (condition === 'ratio') return `${alertConditions.ratio}, не меньше ×${least}`;
  if (condition === 'every' || condition === 'edited' || condition === 'deleted') return alertConditions[condition];
  if (condition === 'silence') return `${alertConditions.silence} ${perPeriod[period]}`;
  const count = `не меньше ${least} ${perPeriod[period]}`;
  return condition === 'least' ? `Н${count.slice(1)}` : `${alertConditions.spike}, ${count}`;
}

/** `chat`: a webhook of Mattermost or Rocket.Chat. */
export const alertChannels = {
  email: 'E-mail',
  webhook: 'Webhook',
  chat: 'Mattermost / Rocket.Chat',
  atom: 'Atom',
} as const;
export type AlertChannel = keyof typeof alertChannels;

/**
 * The kind of address that a channel needs, and the hint of its field. `signed`: messages are signed with a secret of the rule.
 * Null if the channel needs no address, because readers fetch the messages.
 */
export const channelAddresses: Record<AlertChannel, { kind: 'email' | 'url'; hint: string; signed: boolean } | null> = {
  email: { kind: 'email', hint: '', signed: false },
  webhook: { kind: 'url', hint: 'Сюда придёт POST с подписью', signed: true },
  chat: { kind: 'url', hint: 'Адрес входящего webhook чата', signed: false },
  atom: null,
};

export const alertSchedules = {
  now: 'Сразу',
  hourly: 'Раз в час',
  daily: 'Раз в день',
  weekly: 'Раз в неделю',
} as const;
export type AlertSchedule = keyof typeof alertSchedules;

/** `cancelled`: nothing is sent any more, for example because the rule was paused or deleted. */
export const deliveryStates = {
  waiting: 'Ожидает',
  sent: 'Отправлено',
  failed: 'Ошибка',
  cancelled: 'Отменено',
} as const;
export type DeliveryState = keyof typeof deliveryStates;

export const alertNameMax = 100;
/** In UTF-16 units. */
export const alertAddressMax = 500;
export const alertLeastMax = 1_000_000;
