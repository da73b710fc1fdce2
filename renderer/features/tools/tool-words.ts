import { tools as words } from '../../strings/tools.ts';

/** A policy class in words; a class this window does not know is shown as it is. */
export function policyWord(policy: string): string {
  return (words.policies as Record<string, string>)[policy] ?? policy;
}

/** A category in words. */
export function categoryWord(category: string): string {
  return (words.categories as Record<string, string>)[category] ?? category;
}
