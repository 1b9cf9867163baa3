/** An error above the fields of a form or the buttons of a dialog. */
import controls from '../styles/controls.module.css';

export function FailureNotice({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <p role="alert" className={controls.noticeFailure}>
      {text}
    </p>
  );
}
