/** Links between phrases and the clients that track them. */
import type { Author } from './journal.ts';

export type WordClientRow = { id: number; wordId: number; clientId: string };

export type WordClientCreation =
  | { outcome: 'created'; link: WordClientRow }
  | { outcome: 'unknown-word' | 'unknown-client' | 'duplicate' | 'too-many' };

export interface WordClientsStore {
  list(): Promise<WordClientRow[]>;
  forWord(wordId: number): Promise<WordClientRow[]>;
  forClient(clientId: string): Promise<WordClientRow[]>;
  /** `max`: the limit of phrases of a client. */
  create(wordId: number, clientId: string, by?: Author | null, max?: number): Promise<WordClientCreation>;
  /** False: no such link. */
  delete(id: number, by?: Author | null): Promise<boolean>;
}
