/** Shows what each part of a phrase finds alone, and proposes minus words, while it is being typed. Never blocks saving. */
import { useEffect, useId, useRef } from 'react';
import type { Diagnosis } from '../../../shared/api/text-preview.ts';
import { formatNumber } from '../../../shared/format.ts';
import { readHighlighted } from '../../../shared/highlight.ts';
import { Button } from '../../components/buttons.tsx';
import { MarkedText } from '../../components/marked-text.tsx';
import { useIslandContext } from '../../lib/island-context.ts';
import type { TypedReply } from '../../lib/use-typed-call.ts';
import controls from '../../styles/controls.module.css';
import { listAdded, withMinus } from './minus-words.ts';
import styles from './text-preview.module.css';

/** Links to the rows of the feed that the figure counts. The dialog stays open. */
function FeedLink({ search, count }: { search: string; count: number }) {
  const { basePath } = useIslandContext();
  if (count === 0) return '0';
  return (
    <a
      href={`${basePath}/ldvknf/posts?${new URLSearchParams({ text: search, copies: 'show' })}`}
      target="_blank"
      rel="noopener"
    >
      {formatNumber(count)}
    </a>
  );
}

/** The search of the posts that have the part and none of the others. */
const onlySearch = (text: string, others: readonly string[]): string =>
  others.length === 0 ? text : `${text} ${others.map((other) => `-${other}`).join(' ')}`;

type PartFiguresProps = Diagnosis['parts'][number] & { others: readonly string[] };

/** `others`: the other wanted parts. */
const PartFigures = ({ text, posts, only, others }: PartFiguresProps) =>
  only === null ? (
    <>
      <td>−{formatNumber(posts)}</td>
      <td>—</td>
    </>
  ) : (
    <>
      <td>
        <FeedLink search={text} count={posts} />
      </td>
      <td>
        <FeedLink search={onlySearch(text, others)} count={only} />
      </td>
    </>
  );

function PartsTable({ parts }: Pick<Diagnosis, 'parts'>) {
  const wanted = parts.filter(({ only }) => only !== null).map(({ text }) => text);
  return (
    <table className={styles.parts}>
      <caption className={controls.visuallyHidden}>Части запроса</caption>
      <thead>
        <tr>
          <th scope="col">Часть</th>
          <th scope="col">Постов</th>
          <th scope="col">Только она</th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a query can exclude the same word twice
          <tr key={index}>
            <th scope="row">{part.text}</th>
            <PartFigures {...part} others={wanted.filter((other) => other !== part.text)} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Examples({ title, examples }: { title: string; examples: readonly string[] }) {
  if (examples.length === 0) return null;
  return (
    <>
      <h5>{title}</h5>
      <ul className={styles.examples}>
        {examples.map((html, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several posts may have the same sentence
          <li key={index}>
            <MarkedText parts={readHighlighted(html)} />
          </li>
        ))}
      </ul>
    </>
  );
}

type ProposalProps = { proposal: Diagnosis['proposals'][number]; others: number; disabled: boolean; onAdd: () => void };

function Proposal({ proposal, others, disabled, onAdd }: ProposalProps) {
  const { word, gain, loss, gainExamples, lossExamples } = proposal;
  const id = useId();
  return (
    <li className={styles.proposal}>
      <Button aria-describedby={id} aria-disabled={disabled} onClick={() => disabled || onAdd()}>
        Добавить
      </Button>
      <div>
        <p id={id}>
          <b>−{word}</b>: уйдёт не наших {formatNumber(gain)}, остальных {formatNumber(loss)} из {formatNumber(others)}
        </p>
        <details>
          <summary>Примеры</summary>
          <Examples title="Не наши" examples={gainExamples} />
          <Examples title="Остальные" examples={lossExamples} />
        </details>
      </div>
    </li>
  );
}

function hintOf({ stories, proposals }: Pick<Diagnosis, 'stories' | 'proposals'>): string {
  if (stories === null) return 'Предлагаются по работе клиента: войдите от его имени';
  const { rejected, read } = stories;
  if (rejected === 0) return 'Появятся, когда найденные сюжеты закроют как «Не наше» или скроют правилом';
  const source =
    read < rejected ? `${formatNumber(read)} последних из ${formatNumber(rejected)}` : formatNumber(rejected);
  return `Слов: ${formatNumber(proposals.length)}, по не нашим сюжетам: ${source}`;
}

type ProposalsProps = {
  diagnosis: Diagnosis;
  /** Whether the diagnosis is of the diagnosed text. */
  isCurrent: boolean;
  /** The diagnosed text, and the one in the field. */
  diagnosed: string;
  text: string;
  onText: (text: string) => void;
};

/** Words that were added stay in the list, disabled, until the new text is diagnosed. */
function Proposals({ diagnosis, isCurrent, diagnosed, text, onText }: ProposalsProps) {
  const headId = useId();
  const head = useRef<HTMLHeadingElement>(null);
  const { proposals, stories, base } = diagnosis;
  const words = proposals.map(({ word }) => word);
  const added = isCurrent ? listAdded(text, { diagnosed, base, words }) : null;
  /** The text that the last press of a button has made, until it is diagnosed. */
  const made = useRef<string | null>(null);
  // The button that has the focus may be gone with its proposal.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new diagnosis replaces the list
  useEffect(() => {
    if (!isCurrent || diagnosed !== made.current) return;
    if (document.activeElement === document.body) head.current?.focus();
    made.current = null;
  }, [diagnosis]);
  function add(words: readonly string[]) {
    made.current = withMinus(base, [...(added ?? []), ...words]);
    onText(made.current);
  }
  const left = words.filter((word) => !added?.includes(word));
  return (
    <>
      <h4 id={headId} ref={head} tabIndex={-1}>
        Предложенные минус-слова
      </h4>
      <p role="status" className={controls.hint}>
        {hintOf(diagnosis)}
      </p>
      <ul aria-labelledby={headId} className={styles.proposals}>
        {proposals.map((proposal) => (
          <Proposal
            key={proposal.word}
            proposal={proposal}
            others={stories?.others ?? 0}
            disabled={added === null || added.includes(proposal.word)}
            onAdd={() => add([proposal.word])}
          />
        ))}
      </ul>
      {proposals.length > 1 && (
        <Button
          aria-disabled={added === null || left.length === 0}
          onClick={() => added && left.length > 0 && add(left)}
        >
          Добавить все
        </Button>
      )}
    </>
  );
}

type QueryDoctorProps = Pick<ProposalsProps, 'diagnosed' | 'text' | 'onText'> & {
  reply: TypedReply<Diagnosis>;
  /** Null without collection, and before the first preview. */
  callsPerDay: number | null;
};

export function QueryDoctor({ reply, callsPerDay, ...texts }: QueryDoctorProps) {
  const headId = useId();
  const { data, busy, isCurrent } = reply;
  return (
    <section
      aria-labelledby={headId}
      aria-busy={busy}
      data-stale={data !== null && !isCurrent}
      className={`${styles.preview} ${styles.doctor}`}
    >
      <h3 id={headId}>Проверка запроса</h3>
      {!data && <p className={controls.hint}>Покажет, что находит каждое слово, и предложит минус-слова</p>}
      {data && <PartsTable parts={data.parts} />}
      {callsPerDay !== null && <p>Вызовов в день: {formatNumber(callsPerDay)}</p>}
      {data && <Proposals diagnosis={data} isCurrent={isCurrent} {...texts} />}
    </section>
  );
}
