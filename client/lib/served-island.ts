/** Keeps a page readable when its island fails. Loads only then. */
import * as messages from '../../shared/messages.ts';
import styles from '../styles/controls.module.css';
import { isOldBrowser } from './page.ts';

type FailedIsland = { name: string; error: unknown; element: Element; served: Node };

/** Replaces what React has left of the island by the server's HTML, below a line that says so. */
export function showServedIsland({ name, error, element, served }: FailedIsland): void {
  // biome-ignore lint/suspicious/noConsole: the only place that logs the error of an island
  console.error(`Island «${name}» failed`, error);
  const line = document.createElement('div');
  line.className = styles.noticeFailure ?? '';
  line.setAttribute('role', 'alert');
  const text = document.createElement('p');
  text.textContent = isOldBrowser() ? messages.islandFailedInOldBrowser : messages.islandFailed;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = styles.button ?? '';
  button.textContent = 'Обновить страницу';
  button.addEventListener('click', () => location.reload());
  line.append(text, button);
  element.replaceWith(line, served);
}
