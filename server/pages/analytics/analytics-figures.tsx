/** All figures of a period. */
import styles from '../../../client/styles/analytics.module.css';
import * as messages from '../../../shared/messages.ts';
import { ComparedFigure } from '../figures/compared-figure.tsx';
import { HoursFigure } from '../figures/hours-figure.tsx';
import { MentionsFigure, type MentionsProps } from '../figures/mentions-figure.tsx';
import { MissingTimeNote } from '../figures/missing-time.tsx';
import { RankingFigure } from '../figures/ranking-figure.tsx';

function Rankings({ analytics, linkTo }: MentionsProps) {
  const { total, words, owners, cities, incompleteWords } = analytics;
  return (
    <div className={styles.rankings}>
      <RankingFigure
        name="По фразам"
        head="Фраза"
        ranking={words}
        total={total}
        hrefOf={(word) => linkTo({ word })}
        incomplete={incompleteWords}
      />
      <RankingFigure
        name="По источникам"
        head="Источник"
        ranking={owners}
        total={total}
        hrefOf={(owner) => linkTo({ owner })}
      />
      <RankingFigure
        name="По городам"
        head="Город"
        ranking={cities}
        total={total}
        hrefOf={(city) => linkTo({ city })}
        none={messages.cityNotGiven}
      />
    </div>
  );
}

export function AnalyticsFigures(props: MentionsProps) {
  const { analytics, linkTo, timeZone } = props;
  return (
    <>
      <MissingTimeNote missing={analytics.missing} timeZone={timeZone} />
      <MentionsFigure {...props} />
      {analytics.compared.length > 1 && <ComparedFigure {...props} />}
      {analytics.total === 0 ? (
        <p className={styles.nothing}>{messages.noAnalytics}</p>
      ) : (
        <>
          <Rankings {...props} />
          <HoursFigure totals={analytics.hours} linkTo={linkTo} />
        </>
      )}
    </>
  );
}
