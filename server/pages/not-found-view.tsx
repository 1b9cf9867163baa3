/** What an address without a page shows (status 404). */
import controls from '../../client/styles/controls.module.css';

export function NotFoundView({ basePath }: { basePath: string }) {
  return (
    <p>
      <a href={`${basePath}/`} className={controls.button}>
        На главную
      </a>
    </p>
  );
}
