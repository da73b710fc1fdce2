import type { SearchHit } from '../../protocol/conversation/search.ts';
import type {
  AppInfo,
  CommandInfo,
  ComputerState,
  ModelState,
  SettingsState,
  ToolInfo,
} from '../../protocol/ipc/shapes.ts';
import { type Host, toFailure } from '../ipc/host.ts';
import { shell as shellWords } from '../strings/shell.ts';
import { type ApprovalStore, createApprovalStore } from './approval-store.ts';
import { type CardsStore, createCardsStore } from './cards-store.ts';
import { type ChatStore, createChatStore } from './chat-store.ts';
import { type ComposerStore, createComposerStore } from './composer-store.ts';
import type { Schedule } from './frame-batch.ts';
import { createHistoryStore, type HistoryStore } from './history-store.ts';
import { createImageCache, type ImageCache, type ImagePorts } from './image-cache.ts';
import { createListStore, type ListStore } from './list-store.ts';
import { createMemoryPageStore, type MemoryPageStore } from './memory-store.ts';
import { type Page, readAddress } from './pages.ts';
import { createRecordingsStore, type RecordingsStore } from './recordings-store.ts';
import { createResource, type ResourceStore } from './resource.ts';
import { createShellStore, type Keep, type ShellStore } from './shell-store.ts';

/** Every store of the window, and the few actions that touch more than one. */
export interface App {
  host: Host;
  shell: ShellStore;
  list: ListStore;
  chat: ChatStore;
  composer: ComposerStore;
  approvals: ApprovalStore;
  cards: CardsStore;
  images: ImageCache;
  model: ResourceStore<ModelState>;
  computer: ResourceStore<ComputerState>;
  settings: ResourceStore<SettingsState>;
  info: ResourceStore<AppInfo>;
  tools: ResourceStore<ToolInfo[]>;
  /** The slash commands; read when the first slash is written. */
  commands: ResourceStore<CommandInfo[]>;
  history: HistoryStore;
  recordings: RecordingsStore;
  memory: MemoryPageStore;
  newId(): string;
  /** Opens a conversation, or a new one for null, and shows the chat. */
  openConversation(id: string | null): void;
  /** Shows a found message where it stands. */
  showHit(hit: SearchHit, words: string): Promise<void>;
  go(page: Page): void;
  /** Runs an action whose refusal has no place of its own: it is said at the foot of the window. */
  attempt(action: () => Promise<void>): Promise<void>;
  /** Reads what the first picture needs, and listens. Returns the function that ends it. */
  start(): () => void;
}

export interface AppPorts {
  host: Host;
  keep: Keep;
  schedule: Schedule;
  now(): number;
  newId(): string;
  images: Pick<ImagePorts, 'makeUrl' | 'revokeUrl'>;
}

/** Builds the window's state. Nothing here knows of a page. */
export function createApp(ports: AppPorts): App {
  const { host, keep, newId } = ports;
  const shell = createShellStore(keep);
  const list = createListStore(host);
  const chat = createChatStore(ports);
  const app: App = {
    host,
    shell,
    list,
    chat,
    newId,
    composer: createComposerStore(host, keep, newId),
    approvals: createApprovalStore(),
    cards: createCardsStore(),
    images: createImageCache({ ...ports.images, read: (id) => host.call('image.read', { id }) }),
    model: createResource(() => host.call('model.state', {})),
    computer: createResource(() => host.call('computer.state', {})),
    settings: createResource(() => host.call('settings.read', {})),
    info: createResource(() => host.call('app.info', {})),
    tools: createResource(() => host.call('tool.list', {})),
    commands: createResource(() => host.call('command.list', {})),
    history: createHistoryStore(host),
    recordings: createRecordingsStore(host),
    memory: createMemoryPageStore(host),
    openConversation(id) {
      shell.go({ name: 'chat' });
      if (id) keep.setItem('conversation', id);
      else keep.removeItem('conversation');
      if (id) void chat.open(id);
      else chat.blank();
      app.composer.setState((state) => ({ focusAsked: state.focusAsked + 1 }));
    },
    async showHit({ conversationId, kind, id }, words) {
      shell.go({ name: 'chat' });
      keep.setItem('conversation', conversationId);
      const found = await chat.reveal(conversationId, { kind, id, words });
      if (!found && chat.getState().id === conversationId) shell.say('info', shellWords.hitGone);
    },
    go: (page) => shell.go(page),
    async attempt(action) {
      try {
        await action();
      } catch (thrown) {
        shell.say('error', toFailure(thrown).message);
      }
    },
    start: () => start(app, keep),
  };
  return app;
}

function start(app: App, keep: Keep): () => void {
  const { host, chat, list, shell } = app;
  const ends = [
    host.on('conversation.event', (event) => {
      chat.receive(event);
      app.approvals.receive(event);
    }),
    host.on('conversation.change', (change) => {
      list.receive(change);
      if ('removed' in change && change.removed === chat.getState().id) app.openConversation(null);
    }),
    host.on('model.change', (state) => app.model.put(state)),
    host.on('computer.change', (state) => app.computer.put(state)),
    host.on('app.info-change', () => void app.info.load()),
    host.on('recording.change', ({ id }) => app.recordings.receive(id)),
    host.on('memory.change', () => app.memory.receive()),
    host.on('app.navigate', ({ page }) => {
      const to = readAddress(page);
      if (to.conversationId) app.openConversation(to.conversationId);
      else shell.go(to.page);
    }),
    chat.subscribe((state) => {
      if (state.id) keep.setItem('conversation', state.id);
    }),
    app.settings.subscribe((state) => {
      if (state.value && state.value.theme !== shell.getState().theme) shell.setTheme(state.value.theme);
    }),
  ];
  for (const resource of [list, app.model, app.computer, app.info, app.settings]) void resource.load();
  const last = keep.getItem('conversation');
  if (last) void chat.open(last).then(() => forgetIfGone(app, last));
  return () => {
    for (const end of ends) end();
  };
}

/** A conversation deleted meanwhile is no fault: the window starts with a new one. */
function forgetIfGone(app: App, id: string): void {
  const { id: open, failure } = app.chat.getState();
  if (open === id && failure?.code === 'unknown_conversation') app.openConversation(null);
}
