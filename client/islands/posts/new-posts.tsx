/** The place of the button «Новых постов: N». Its code loads a minute after the page. */
import { useEffect } from 'react';
import { newPostsIntervalMs } from '../../../shared/rules/limits.ts';
import { useLazyComponent } from '../../components/lazy.tsx';
import type { NewPostsButtonProps } from './new-posts-button.tsx';
import styles from './posts-island.module.css';

const importButton = () => import('./new-posts-button.tsx').then(({ NewPostsButton }) => NewPostsButton);

export function NewPosts(props: NewPostsButtonProps) {
  const { Component, load } = useLazyComponent(importButton);
  // Loads again after a failure; another load of the same code changes nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is a new but equivalent function in every render
  useEffect(() => {
    const timer = setInterval(load, newPostsIntervalMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <div role="status" className={styles.newPosts}>
      {Component && <Component {...props} />}
    </div>
  );
}
