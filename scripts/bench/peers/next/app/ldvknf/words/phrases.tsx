'use client';
export { VirtualPhrases as Phrases } from '../../../shared/virtual-phrases.tsx';
