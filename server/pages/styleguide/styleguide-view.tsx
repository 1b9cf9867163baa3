/**
 * `/styleguide`, in development only: every component in every state, to review a change of style in one place. It is
 * rendered on the server and never hydrated, so nothing is interactive.
 */

import { BusyButton, RowAction, RowLink } from '../../../client/components/buttons.tsx';
import { Chip } from '../../../client/components/chip.tsx';
import { ErrorCard } from '../../../client/components/error-card.tsx';
import { IslandRoot } from '../../../client/components/island-root.tsx';
import { MarkedText } from '../../../client/components/marked-text.tsx';
import { MessageList } from '../../../client/components/message-bar.tsx';
import { Avatar, DomainLink } from '../../../client/components/source.tsx';
import controls from '../../../client/styles/controls.module.css';
import * as messages from '../../../shared/messages.ts';
import { iconPaths, ShellIcon, type ShellIconName } from '../../render/icons.tsx';
import { sendPage } from '../../render/send-page.tsx';
import type { RequestContext } from '../../session/request-context.ts';
import styles from './styleguide.module.css';
import { StyleguideDialogs, StyleguideFields } from './styleguide-forms.tsx';
import { Section, Specimen } from './styleguide-specimen.tsx';
import { StyleguideTables } from './styleguide-tables.tsx';

const route = {
  name: null,
  path: '/styleguide',
  title: 'Компоненты',
  description: 'Все состояния в одном месте',
};

export const sendStyleguide = (context: RequestContext): void => sendPage(context, { route, main: <StyleguideView /> });

/** The content of `/styleguide`. It is rendered on the server and never hydrated, so nothing is interactive. */
const nothing = () => undefined;

const colors = [
  ...['bg', 'surface', 'surface-raised', 'hover', 'border', 'border-strong', 'text', 'text-muted', 'focus', 'mark'],
  ...['accent', 'accent-text', 'accent-soft', 'danger', 'danger-soft', 'success', 'success-soft', 'warning'],
  ...['warning-soft', 'backdrop'],
];
const badges = ['', controls.badgeAccent, controls.badgeSuccess, controls.badgeWarning, controls.badgeDanger];
const markedParts = [
  { text: 'Открыта новая ', marked: false },
  { text: 'станция', marked: true },
];
const messageTexts = { success: messages.passwordChanged, failure: messages.unexpected };
const rowIcons = ['edit', 'remove', 'key', 'act-as'] as const;

function Colors() {
  return (
    <Section title="Цвета">
      {colors.map((color) => (
        <Specimen key={color} name={color}>
          <div className={styles.swatch} style={{ background: `var(--color-${color})` }} />
        </Specimen>
      ))}
    </Section>
  );
}

const buttonStates = {
  обычная: {},
  'под указателем': { 'data-shown': 'hover' },
  'в фокусе': { 'data-shown': 'focus' },
  занята: { busy: true },
  недоступна: { disabled: true },
};

function Buttons() {
  const kinds = [undefined, 'primary', 'danger'] as const;
  return (
    <Section title="Кнопки">
      {kinds.flatMap((kind) =>
        Object.entries(buttonStates).map(([name, state]) => (
          <Specimen key={`${kind}-${name}`} name={`${kind ?? 'button'}, ${name}`}>
            <BusyButton {...(kind && { kind })} busy={false} {...state}>
              <ShellIcon name="refresh" />
              Обновить
            </BusyButton>
          </Specimen>
        )),
      )}
      {rowIcons.map((icon) => (
        <Specimen key={icon} name={icon}>
          <div>
            <RowAction label={icon} icon={icon} />
            <RowAction label={`${icon}, под указателем`} icon={icon} data-shown="hover" />
            <RowAction label={`${icon}, в фокусе`} icon={icon} data-shown="focus" />
            <RowAction label={`${icon}, недоступна`} icon={icon} disabled />
          </div>
        </Specimen>
      ))}
      <Specimen name="ссылка">
        <RowLink label="Карточка фразы" icon="word-card" href="#main" control={{}} />
      </Specimen>
    </Section>
  );
}

function Signs() {
  return (
    <Section title="Знаки и сообщения">
      {(Object.keys(iconPaths) as ShellIconName[]).map((name) => (
        <Specimen key={name} name={name}>
          <ShellIcon name={name} />
        </Specimen>
      ))}
      {badges.map((badge) => (
        <Specimen key={badge} name={badge || 'badge'}>
          <span className={`${controls.badge} ${badge}`}>Активно</span>
        </Specimen>
      ))}
      <Specimen name="инициалы">
        <Avatar name="Городской вестник" photoUrl={null} />
      </Specimen>
      <Specimen name="без имени">
        <Avatar name={null} photoUrl={null} />
      </Specimen>
      <Specimen name="фильтр">
        <Chip text="Источник: Городской вестник" removeLabel="Убрать фильтр источника" onRemove={nothing} />
      </Specimen>
      <Specimen name="найденное">
        <p>
          <MarkedText parts={markedParts} />
        </p>
      </Specimen>
      <Specimen name="домен">
        <DomainLink domain="city_news" control={{ tabIndex: 0 }} />
      </Specimen>
      {(['success', 'failure'] as const).map((kind) => (
        <Specimen key={kind} name={`сообщение, ${kind}`}>
          <MessageList messages={[{ kind, text: messageTexts[kind] }]} onClose={nothing} />
        </Specimen>
      ))}
      <Specimen name="успех">
        <p className={controls.notice}>{messages.passwordChanged}</p>
      </Specimen>
      <Specimen name="неудача">
        <p className={controls.noticeFailure}>{messages.unexpected}</p>
      </Specimen>
      <Specimen name="ошибка таблицы">
        <ErrorCard text={messages.loadPosts} onRetry={nothing} />
      </Specimen>
      <Specimen name="повтор идёт">
        <ErrorCard text={messages.loadPosts} busy onRetry={nothing} />
      </Specimen>
    </Section>
  );
}

function Components() {
  return (
    <>
      <Colors />
      <Buttons />
      <StyleguideFields />
      <Signs />
      <StyleguideTables />
      <StyleguideDialogs />
    </>
  );
}

const context = {
  viewer: { user: { id: '1', type: 'admin', username: 'admin' }, impersonation: null },
  basePath: '',
  timeZone: 'Europe/Moscow',
  apiTimeoutMs: 20_000,
  tableView: { density: 'comfortable', hiddenColumns: '' },
  capabilities: ['preview'],
} as const;

function StyleguideView() {
  return <IslandRoot name="styleguide" component={Components} props={{}} context={context} />;
}
