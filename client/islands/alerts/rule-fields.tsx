/** The fields of an alert rule. Fields that do not apply are hidden and keep their values. */

import { useState } from 'react';
import type { AlertRules } from '../../../shared/api/alerts.ts';
import type { UserType } from '../../../shared/roles.ts';
import { type AlertForm, hasAddress, hasPeriod, hasThreshold } from '../../../shared/rules/alert-form.ts';
import {
  type AlertChannel,
  type AlertCondition,
  alertAddressMax,
  alertChannels,
  alertConditions,
  alertNameMax,
  alertPeriods,
  alertSchedules,
  channelAddresses,
} from '../../../shared/rules/alerts.ts';
import { optionsOf, SelectField, TextField } from '../../components/form-field.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import type { ViewOption } from '../../lib/view-options.ts';
import styles from './alerts.module.css';

/** `texts` are the initial values. */
type RuleFieldsProps = Pick<AlertRules, 'channels' | 'mailDomains'> & {
  texts: AlertForm;
  views: readonly ViewOption[];
};

type AddressProps = Pick<RuleFieldsProps, 'channels' | 'mailDomains'> & { channel: AlertChannel };

/** Only an administrator may change the address of a channel that is not offered. */
function RuleAddress({ channel, channels, mailDomains }: AddressProps) {
  const offered = channels.includes(channel);
  const { kind = 'url', hint = '' } = channelAddresses[channel] ?? {};
  const limits = kind === 'email' && mailDomains.length > 0 ? `Домены: ${mailDomains.join(', ')}` : null;
  return (
    <TextField
      name="address"
      label="Адрес *"
      hint={offered ? (limits ?? hint) : 'Канал и адрес меняет администратор'}
      type={kind}
      maxLength={alertAddressMax}
      readOnly={!offered}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

/** Returns the offered channels and the rule's own. */
function channelOptions(channels: readonly AlertChannel[], own: string): Record<string, string> {
  const isShown = (name: string) => name === own || channels.some((channel) => channel === name);
  return Object.fromEntries(Object.entries(alertChannels).filter(([name]) => isShown(name)));
}

const conditionHints: Partial<Record<AlertCondition, string>> = {
  spike:
    'Постов хотя бы вдвое больше, чем обычно в это же время в прошлые 8 недель. Сравнение начинается с трёх недель',
  silence:
    'Постов меньше половины обычного числа в это же время в прошлые 8 недель: нужно не меньше 23 за период. Если бывает меньше, выберите период длиннее',
  views: 'Сюжеты, которые набрали столько после сохранения правила: каждый один раз',
  ratio: 'Просмотров во столько раз больше, чем обычно у источника в этом возрасте поста: каждый сюжет один раз',
};

/** The label of the threshold. */
const thresholdLabels: Partial<Record<AlertCondition, string>> = {
  views: 'Просмотров не меньше',
  ratio: 'Во сколько раз',
};

/** Explains why channels are missing; undefined if all are offered. */
function channelHint(channels: readonly AlertChannel[], viewer: UserType): string | undefined {
  const webhooks =
    viewer === 'admin' ? 'Webhook и чат не разрешены настройками сервера' : 'Webhook и чат подключает администратор';
  const missing = [
    !channels.includes('email') && 'Отправка почты не настроена на сервере',
    !channels.includes('webhook') && webhooks,
  ];
  return missing.filter(Boolean).join('. ') || undefined;
}

export function RuleFields({ texts, views, channels, mailDomains }: RuleFieldsProps) {
  const [condition, setCondition] = useState(texts.condition as AlertCondition);
  const [channel, setChannel] = useState(texts.channel as AlertChannel);
  const { viewer } = useIslandContext();
  return (
    <>
      <TextField name="name" label="Название *" maxLength={alertNameMax} autoComplete="off" />
      <SelectField name="viewId" label="Фильтр *">
        <option value="">Не выбран</option>
        {optionsOf(views.map(({ id, name }) => [id, name]))}
      </SelectField>
      <SelectField
        name="condition"
        label="Условие"
        options={alertConditions}
        hint={conditionHints[condition]}
        onChange={({ target }) => setCondition(target.value as AlertCondition)}
      />
      <div className={styles.pair} hidden={!hasPeriod(condition) && !hasThreshold(condition)}>
        <div hidden={!hasThreshold(condition)}>
          <TextField name="least" label={thresholdLabels[condition] ?? 'Не меньше'} inputMode="numeric" />
        </div>
        <div hidden={!hasPeriod(condition)}>
          <SelectField name="period" label="За период" options={alertPeriods} />
        </div>
      </div>
      <SelectField
        name="channel"
        label="Канал"
        options={channelOptions(channels, texts.channel)}
        hint={channelHint(channels, viewer.user.type)}
        onChange={({ target }) => setChannel(target.value as AlertChannel)}
      />
      <div hidden={!hasAddress(channel)}>
        <RuleAddress channel={channel} channels={channels} mailDomains={mailDomains} />
      </div>
      <SelectField name="schedule" label="Расписание" options={alertSchedules} />
      <div className={styles.pair}>
        <TextField name="quietFrom" label="Тихие часы с" type="time" />
        <TextField name="quietTo" label="Тихие часы по" type="time" />
      </div>
    </>
  );
}
