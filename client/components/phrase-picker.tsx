/** Chooses several phrases, for the filters of the feed and of analytics. */
import { loadFirstWords } from '../../shared/api/word-lists.ts';
import { loadWord } from '../../shared/api/words.ts';
import { filteredWordsMax } from '../../shared/rules/limits.ts';
import { Picker, type PickerProps } from './picker.tsx';

export const PhrasePicker = (props: Pick<PickerProps<number>, 'all' | 'chosen' | 'onChange'>) => (
  <Picker
    {...props}
    label="Найти фразу"
    chosenLabel="Выбранные фразы"
    removeLabel={({ text }) => `Убрать фразу ${text}`}
    call={(text, { viewer, backendKind }) => loadFirstWords(viewer.user.type, text, backendKind)}
    loadOne={loadWord}
    max={filteredWordsMax}
  />
);
