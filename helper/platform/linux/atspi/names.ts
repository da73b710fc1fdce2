/** Where an accessible object lives: a connection of the accessibility bus and a path in it. */
export interface Reference {
  bus: string;
  path: string;
}

export const ACCESSIBLE = 'org.a11y.atspi.Accessible';
export const ACTION = 'org.a11y.atspi.Action';
export const APPLICATION = 'org.a11y.atspi.Application';
export const CACHE = 'org.a11y.atspi.Cache';
export const COLLECTION = 'org.a11y.atspi.Collection';
export const COMPONENT = 'org.a11y.atspi.Component';
export const EDITABLE_TEXT = 'org.a11y.atspi.EditableText';
export const TEXT = 'org.a11y.atspi.Text';
export const VALUE = 'org.a11y.atspi.Value';
export const PROPERTIES = 'org.freedesktop.DBus.Properties';

/** Paths that every application of the accessibility bus has. */
export const ROOT_PATH = '/org/a11y/atspi/accessible/root';
export const CACHE_PATH = '/org/a11y/atspi/cache';
export const NULL_PATH = '/org/a11y/atspi/null';
/** Lists the applications. */
export const REGISTRY: Reference = { bus: 'org.a11y.atspi.Registry', path: ROOT_PATH };

/** Positions on the whole screen, or in the program's window (AtspiCoordType). */
export const SCREEN_COORDINATES = 0;
export const WINDOW_COORDINATES = 1;
