import { defaultSort, type PhrasesPage, phrasesPath } from '../../../shared/backend.ts';
import { load } from '../../load.ts';
import { Phrases } from './phrases.tsx';

export default async function Page() {
  return (
    <>
      <h1>Фразы</h1>
      <Phrases first={await load<PhrasesPage>(phrasesPath(defaultSort, 0))} />
    </>
  );
}
