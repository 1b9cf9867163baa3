/** The cells of one phrase: the same markup in every peer. */
import { formatFlag, formatState, formatTime, type Phrase } from './backend.ts';

export function PhraseCells({ phrase }: { phrase: Phrase }) {
  return (
    <>
      <td>{phrase.WordID}</td>
      <td>
        <a href={`/ldvknf/posts?word=${phrase.WordID}`}>{phrase.Text}</a>
      </td>
      <td>{phrase.Clients.join(', ')}</td>
      <td>{formatState(phrase.State)}</td>
      <td>{formatFlag(phrase.Running)}</td>
      <td>{formatFlag(phrase.FullSearch)}</td>
      <td>{phrase.TotalPosts}</td>
      <td>{formatTime(phrase.UpdateDt)}</td>
    </>
  );
}
