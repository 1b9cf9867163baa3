/** Sections of the style guide, and specimens with their names. */
import type { ReactNode } from 'react';
import styles from './styleguide.module.css';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <div className={styles.specimens}>{children}</div>
    </section>
  );
}

export function Specimen({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <figure className={wide ? styles.wide : undefined}>
      {children}
      <figcaption>{name}</figcaption>
    </figure>
  );
}
