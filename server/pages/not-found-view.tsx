/** Shown at an address without a page (status 404). */
import controls from '../../client/styles/controls.module.css';
import styles from '../../client/styles/views.module.css';

export function NotFoundView({ basePath }: { basePath: string }) {
  return (
    <div className={styles.placeholder}>
      <p>Такого адреса нет или страницу убрали.</p>
      <a href={`${basePath}/`} className={controls.button}>
        На главную
      </a>
    </div>
  );
}
