/** Explains the query language of the text filter and of phrases (docs/product/query-language.md). */
import { ClosableDialog } from '../components/dialogs.tsx';
import controls from '../styles/controls.module.css';
import styles from './query-help-dialog.module.css';

const examples = [
  ['ремонт дорог', 'все слова, в любой форме и в любом порядке'],
  ['"ремонт дорог"', 'слова рядом и в этом порядке'],
  ['метро -авария', 'есть «метро», нет «авария»; то же значат NOT и\u00a0НЕ'],
  ['метро OR трамвай', 'хотя бы одно из слов; то же значат ИЛИ, | и\u00a0||'],
  ['метро AND трамвай', 'оба слова, как и без AND; то же значит И'],
  ['метро (ремонт OR закрытие)', 'скобки объединяют варианты'],
  ['метро -(ремонт OR закрытие)', 'нет ни одного слова из скобок'],
  ['"OR"', 'само слово, а не знак запроса'],
] as const;

function QueryHelpDialog({ onClose }: { onClose: () => void }) {
  return (
    <ClosableDialog title="Язык запросов" className={styles.help} onClose={onClose}>
      <dl className={styles.examples}>
        {examples.map(([query, text]) => (
          <div key={query}>
            <dt>
              <code>{query}</code>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className={controls.hint}>
        OR, AND, NOT, ИЛИ, И и НЕ пишутся заглавными буквами, но рядом со словом из заглавных букв И — слово. «СССР»
        ищется и латиницей. В запросе до 32 слов. Фраза для сбора раскрывается не более чем в 4 варианта, и каждый
        расходует вызов ВК.
      </p>
    </ClosableDialog>
  );
}

export { QueryHelpDialog as HostedDialog };
