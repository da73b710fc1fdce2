import { binder, type Koffi, type Native } from '../native/koffi.ts';
import type { Ref } from './core-foundation.ts';

const PATH = '/System/Library/Frameworks/ApplicationServices.framework/Frameworks/HIServices.framework/HIServices';

type R = Ref | null;
type Out = [R];

/** The accessibility interface. Results are AXError codes, 0 for success. */
export type HiServices = ReturnType<typeof loadHiServices>;

export function loadHiServices(koffi: Koffi) {
  const c = binder(koffi, PATH);
  return {
    AXIsProcessTrusted: c<() => number>('uint8 AXIsProcessTrusted()'),
    AXIsProcessTrustedWithOptions: c<(options: Ref) => number>('uint8 AXIsProcessTrustedWithOptions(void *options)'),
    AXUIElementCreateApplication: c<(pid: number) => R>('void *AXUIElementCreateApplication(int pid)'),
    AXUIElementSetMessagingTimeout: c<(element: Ref, seconds: number) => number>(
      'int AXUIElementSetMessagingTimeout(void *element, float seconds)',
    ),
    AXUIElementCopyMultipleAttributeValues: c<
      Native<(element: Ref, names: Ref, options: number, values: Out) => number>
    >('int AXUIElementCopyMultipleAttributeValues(void *element, void *names, uint options, _Out_ void **values)'),
    AXUIElementCopyActionNames: c<Native<(element: Ref, names: Out) => number>>(
      'int AXUIElementCopyActionNames(void *element, _Out_ void **names)',
    ),
    AXUIElementCopyElementAtPosition: c<Native<(application: Ref, x: number, y: number, element: Out) => number>>(
      'int AXUIElementCopyElementAtPosition(void *application, float x, float y, _Out_ void **element)',
    ),
    AXUIElementIsAttributeSettable: c<Native<(element: Ref, name: Ref, settable: [number]) => number>>(
      'int AXUIElementIsAttributeSettable(void *element, void *name, _Out_ uint8 *settable)',
    ),
    AXUIElementPerformAction: c<Native<(element: Ref, action: Ref) => number>>(
      'int AXUIElementPerformAction(void *element, void *action)',
    ),
    AXUIElementSetAttributeValue: c<Native<(element: Ref, name: Ref, value: Ref) => number>>(
      'int AXUIElementSetAttributeValue(void *element, void *name, void *value)',
    ),
    AXUIElementGetPid: c<(element: Ref, pid: [number]) => number>(
      'int AXUIElementGetPid(void *element, _Out_ int *pid)',
    ),
    AXValueGetTypeID: c<() => number | bigint>('ulong AXValueGetTypeID()'),
    AXValueGetType: c<(value: Ref) => number>('uint AXValueGetType(void *value)'),
    AXValueGetValue: c<(value: Ref, type: number, bytes: Buffer) => number>(
      'uint8 AXValueGetValue(void *value, uint type, void *bytes)',
    ),
  };
}
