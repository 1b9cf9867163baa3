/** What `/styleguide` shows. Nothing on it works: it is drawn by the server and never hydrated. */
import { Avatar } from '../../client/components/avatar.tsx';
import { BusyButton } from '../../client/components/busy-button.tsx';
import { Chip } from '../../client/components/chip.tsx';
import { ErrorCard } from '../../client/components/error-card.tsx';
import { FormField } from '../../client/components/form-field.tsx';
import { Icon } from '../../client/components/icon.tsx';
import * as icons from '../../client/components/icon-paths.ts';
import { RowAction } from '../../client/components/row-action.tsx';
import { IslandRoot } from '../../client/lib/surroundings.tsx';
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/styleguide.module.css';
import * as messages from '../../shared/messages.ts';
import { StyleguideDialogs } from './styleguide-dialogs.tsx';
import { Section, Specimen } from './styleguide-specimen.tsx';
import { StyleguideTables } from './styleguide-tables.tsx';

const nothing = () => undefined;

const colors = [
  ...['bg', 'surface', 'surface-raised', 'border', 'border-strong', 'text', 'text-muted', 'focus', 'mark'],
  ...['accent', 'accent-text', 'accent-soft', 'danger', 'danger-soft', 'success', 'success-soft', 'warning'],
  ...['warning-soft', 'backdrop'],
];
const badges = ['', controls.badgeAccent, controls.badgeSuccess, controls.badgeWarning, controls.badgeDanger];
const rowIcons = ['edit', 'remove', 'key', 'actAs'] as const;

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

function Buttons() {
  const kinds = [undefined, 'primary', 'danger'] as const;
  return (
    <Section title="Кнопки">
      {kinds.flatMap((kind) =>
        ['обычная', 'занята', 'недоступна'].map((state) => (
          <Specimen key={`${kind}-${state}`} name={`${kind ?? 'button'}, ${state}`}>
            <BusyButton {...(kind && { kind })} busy={state === 'занята'} disabled={state === 'недоступна'}>
              <Icon path={icons.refresh} />
              Обновить
            </BusyButton>
          </Specimen>
        )),
      )}
      {rowIcons.map((icon) => (
        <Specimen key={icon} name={icon}>
          <RowAction label={icon} icon={icon} />
        </Specimen>
      ))}
    </Section>
  );
}

function Fields() {
  const errors = [null, messages.enterText];
  return (
    <Section title="Поля">
      {errors.map((error) => (
        <Specimen key={error} name={error ? 'с ошибкой' : 'обычное'}>
          <FormField label="Текст *" error={error} hint="Подсказка к полю">
            {(control) => <input {...control} className={controls.input} placeholder="Пусто" />}
          </FormField>
          <FormField label="Статус" error={error}>
            {(control) => (
              <select {...control} className={controls.select}>
                <option>Активно</option>
              </select>
            )}
          </FormField>
        </Specimen>
      ))}
      <Specimen name="недоступное">
        <FormField label="Текст">
          {(control) => <input {...control} className={controls.input} disabled value="Нельзя изменить" readOnly />}
        </FormField>
      </Specimen>
      <Specimen name="флажок">
        <input type="checkbox" className={controls.checkbox} defaultChecked aria-label="Флажок" />
      </Specimen>
    </Section>
  );
}

function Signs() {
  return (
    <Section title="Знаки и сообщения">
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
      <Fields />
      <Signs />
      <StyleguideTables />
      <StyleguideDialogs />
    </>
  );
}

const surroundings = {
  viewer: { user: { id: '1', type: 'admin', username: 'admin' }, impersonation: null },
  basePath: '',
  timeZone: 'Europe/Moscow',
  tableView: { density: 'comfortable', hiddenColumns: '' },
} as const;

export function StyleguideView() {
  return <IslandRoot name="styleguide" component={Components} props={{}} surroundings={surroundings} />;
}
