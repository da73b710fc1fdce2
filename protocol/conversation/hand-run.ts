/**
 * What runs by hand on the Tools page belongs to no conversation. Its questions travel under this id, which is never
 * one of the store's.
 */
export const HAND_RUN_CONVERSATION = 'window-tools';
