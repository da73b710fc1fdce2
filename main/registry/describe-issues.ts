import type { z } from 'zod';

/** One sentence per problem, each naming its field, so that the model can mend the call. At most five are listed. */
export function describeIssues(tool: string, error: z.ZodError): string {
  const lines = error.issues.slice(0, 5).map((issue) => `${fieldName(issue)} ${issue.message}`);
  const more = error.issues.length > 5 ? ` (and ${error.issues.length - 5} more)` : '';
  return `Invalid arguments for ${tool}. ${lines.join('; ')}${more}. Nothing was done.`;
}

function fieldName(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys')
    return `unknown field ${issue.keys.map((key) => `"${key.slice(0, 60)}"`).join(', ')}`;
  return issue.path.length > 0 ? `"${issue.path.join('.')}"` : 'arguments';
}
