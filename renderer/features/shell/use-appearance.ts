import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useApp } from '../../app-context.ts';
import { layoutFor } from '../../state/layout.ts';

/** Keeps theme, text size and layout of the document as the store says. */
export function useAppearance(): void {
  const { shell } = useApp();
  const theme = useStore(shell, (state) => state.theme);
  const textSize = useStore(shell, (state) => state.textSize);

  useEffect(() => {
    const root = document.documentElement;
    if (theme === 'system') root.removeAttribute('data-theme');
    else root.dataset['theme'] = theme;
  }, [theme]);

  useEffect(() => {
    document.documentElement.style.fontSize = textSize === 100 ? '' : `${textSize}%`;
    const measure = () => shell.setLayout(layoutFor(window.innerWidth, textSize / 100));
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [textSize, shell]);
}
