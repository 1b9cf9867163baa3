/** «Сохранить фильтр», which the key `s` presses. */
import type { ComponentProps } from 'react';
import { saveViewId } from '../../shared/page-names.ts';

export const SaveViewButton = (props: ComponentProps<'button'>) => (
  <button type="button" id={saveViewId} aria-haspopup="dialog" data-scripted="" {...props}>
    Сохранить фильтр
  </button>
);
