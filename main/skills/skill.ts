import type { Effort } from '../agent/model-client.ts';
import type { PolicyClass, Trust } from '../registry/policy.ts';

/** Where a skill was found. */
export type SkillRoot = 'local' | 'bundled' | 'plugin';

/** What SKILL.md says, checked. Trust is not in it: that comes from where the file really is. */
export interface SkillDefinition {
  name: string;
  /** One line, at most 1 024 bytes. */
  description: string;
  /** The instructions. */
  body: string;
  /** Names of tools; null leaves it to the trust, an empty list means none. */
  allowedTools: readonly string[] | null;
  policy: readonly PolicyClass[] | null;
  provider: string | null;
  model: string | null;
  effort: Effort | null;
  maxIterations: number;
  timeoutSeconds: number;
  capabilities: readonly string[];
  delegatesTo: readonly string[];
  parent: string | null;
  /** What was read otherwise than it was written, one sentence each. */
  warnings: readonly string[];
}

/** A skill that can be used. */
export interface Skill extends SkillDefinition {
  root: SkillRoot;
  /** From the real path: anything that is not really in the bundled or the owner's own folder is a guest. */
  trust: Trust;
  /** The plugin it came with. */
  plugin: string | null;
  /** Absolute, real path of its folder. */
  folder: string;
}

/** Codes of a skill that was not loaded, and of a call that could not be carried out. */
export const SKILL_CODES = {
  missing_frontmatter: 'SKILL.md does not begin with a block between two lines of three dashes, or nothing follows it.',
  invalid_frontmatter_line: 'A line of the block cannot be read, or is of a form that is not allowed there.',
  missing_field: 'name, description or the instructions are missing.',
  invalid_name:
    'The name has other signs than letters, digits, - and _, is longer than 64, or differs from the folder.',
  invalid_description: 'The description is longer than 1,024 bytes.',
  invalid_role: 'role is neither sub nor main.',
  invalid_persistent: 'persistent does not fit the role.',
  invalid_positive_integer: 'max_iterations or timeout_seconds is no whole number above zero.',
  invalid_float: 'temperature is no number.',
  invalid_allowed_tools: 'The list of tools is not a list of names.',
  invalid_policy: 'policy is neither a class nor a list of classes.',
  invalid_policy_class: 'policy names a class that does not exist.',
  invalid_provider: 'provider is not known.',
  name_collision: 'A tool, or a skill of another plugin, has this name.',
  read_failed: 'SKILL.md cannot be read.',
  already_exists: 'There is a skill or a folder of this name.',
  unknown_skill: 'There is no skill of this name.',
  too_large: 'The text has more than 65,536 bytes.',
  invalid_reference: 'A reference is named by small letters, digits and _, without folder and ending.',
  symlink_refused: 'A link inside a skill is not followed.',
  reference_not_found: 'The skill has no reference of this name.',
  recursion_limit: 'Skills were run inside skills four deep.',
  missing_tools: 'None of the tools that the skill needs is open to it here.',
  invalid_route: 'The model that the skill asks for cannot be used.',
  skill_failed: 'The run of the skill did not end well; what it had found is in the text.',
  write_failed: 'The folder of skills cannot be written.',
} as const;
export type SkillCode = keyof typeof SKILL_CODES;

/** Why something about a skill did not work. */
export interface SkillFailure {
  ok: false;
  code: SkillCode;
  text: string;
}

export function skillFailure(code: SkillCode, text: string = SKILL_CODES[code]): SkillFailure {
  return { ok: false, code, text };
}
