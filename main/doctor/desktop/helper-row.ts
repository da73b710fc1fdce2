import type { DesktopFacts, DesktopRow } from './desktop-facts.ts';

const BASE = { id: 'helper', label: 'Computer-use helper' };
const INSTALL = 'Open Settings > Computer use and choose Install.';
const REPAIR = 'Open Settings > Computer use and choose Install again.';

/** Whether the helper is there, of this build, unchanged, and answers. */
export function helperRow(facts: DesktopFacts): DesktopRow {
  const { computer, report } = facts;
  const { helper } = computer;
  if (!computer.supported)
    return {
      ...BASE,
      state: 'not_applicable',
      message: `There is no helper for this system. ${computer.unsupportedReason ?? ''}`.trim(),
      step: null,
      status: 'ok',
    };
  if (!report.ok && isBroken(report.code))
    return { ...BASE, state: 'unavailable', message: report.text, step: REPAIR, status: 'fail' };
  if (helper.state === 'error' && helper.problem)
    return { ...BASE, state: 'unavailable', message: helper.problem.message, step: REPAIR, status: 'fail' };
  switch (helper.state) {
    case 'installing':
      return { ...BASE, state: 'unknown', message: `Version ${helper.version} is being installed.`, step: null };
    case 'update_available':
      return {
        ...BASE,
        state: 'unavailable',
        message: `Version ${helper.olderVersion ?? '(unknown)'} is installed; this app needs version ${helper.version}.`,
        step: 'Open Settings > Computer use and choose Update.',
        status: 'warn',
      };
    case 'absent':
      return absentRow(facts);
    default:
      return runningRow(facts);
  }
}

/** Absent is what is wanted while computer use is off. */
function absentRow({ computer }: DesktopFacts): DesktopRow {
  const { helper, enabled } = computer;
  const would =
    helper.source === null
      ? 'this build knows no place to get it from'
      : `version ${helper.version} would be installed`;
  if (!enabled)
    return {
      ...BASE,
      state: 'not_applicable',
      message: `Not installed while computer use is off; ${would}.`,
      step: null,
    };
  // With the files at hand the next use installs them by itself.
  if (helper.source === 'package')
    return {
      ...BASE,
      state: 'granted',
      message: `Version ${helper.version} came with the app and is installed at the next use.`,
      step: null,
    };
  return {
    ...BASE,
    state: 'unavailable',
    message: `Not installed; ${would}.`,
    step: helper.source === null ? 'Install a Fermix that brings the helper.' : INSTALL,
  };
}

function runningRow({ computer, report }: DesktopFacts): DesktopRow {
  if (!report.ok) return { ...BASE, state: 'unavailable', message: report.text, step: REPAIR, status: 'fail' };
  const where =
    computer.helper.state === 'development' ? 'from the build output of this checkout' : 'unchanged since the build';
  return { ...BASE, state: 'granted', message: `Version ${report.helperVersion}, ${where}, answers.`, step: null };
}

function isBroken(code: string): boolean {
  return ['helper_checksum_mismatch', 'helper_incompatible', 'helper_fault', 'protocol_error'].includes(code);
}
