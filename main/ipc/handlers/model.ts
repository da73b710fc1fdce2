import type { IpcHandlers, RouteOutput, RouteParsed } from '../../../protocol/ipc/routes.ts';

type Routes = Extract<keyof IpcHandlers, `model.${string}`>;

/** What the models part offers to Settings > Model; refusals are errors with a `code`. */
export interface ModelsReach {
  state(): Promise<RouteOutput<'model.state'>>;
  discover(): Promise<RouteOutput<'model.discover'>>;
  list(input: RouteParsed<'model.list'>): Promise<RouteOutput<'model.list'>>;
  connect(input: RouteParsed<'model.connect'>): Promise<RouteOutput<'model.connect'>>;
  disconnect(input: RouteParsed<'model.disconnect'>): Promise<RouteOutput<'model.disconnect'>>;
  route(input: RouteParsed<'model.route'>): Promise<RouteOutput<'model.route'>>;
  fallbacks(input: RouteParsed<'model.fallbacks'>): Promise<RouteOutput<'model.fallbacks'>>;
  select(input: RouteParsed<'model.select'>): Promise<RouteOutput<'model.select'>>;
}

export function modelHandlers(models: ModelsReach): Pick<IpcHandlers, Routes> {
  return {
    'model.state': () => models.state(),
    'model.discover': () => models.discover(),
    'model.list': (input) => models.list(input),
    'model.connect': (input) => models.connect(input),
    'model.disconnect': (input) => models.disconnect(input),
    'model.route': (input) => models.route(input),
    'model.fallbacks': (input) => models.fallbacks(input),
    'model.select': (input) => models.select(input),
  };
}
