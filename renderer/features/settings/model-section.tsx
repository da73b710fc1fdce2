import { useEffect, useState } from 'react';
import { useApp } from '../../app-context.ts';
import { Section } from '../../components/section.tsx';
import { settings } from '../../strings/settings.ts';
import { ConnectForm } from './connect-form.tsx';
import { type ConnectStart, EMPTY_START } from './connect-start.ts';
import { CurrentModel } from './current-model.tsx';
import { LocalServers } from './local-servers.tsx';
import { ProviderRow } from './provider-row.tsx';
import { ResourceView } from './resource-view.tsx';
import { RoutesCard } from './routes-card.tsx';
import { StandInsCard } from './stand-ins-card.tsx';

const words = settings.model;

/** Connect a model, choose between the connected ones, or go on in direct mode. */
export function ModelSection() {
  const { model } = useApp();
  const [start, setStart] = useState<ConnectStart>(EMPTY_START);
  useEffect(() => void model.load(), [model]);
  const begin = (next: Omit<ConnectStart, 'round'>) => setStart({ ...next, round: start.round + 1 });

  return (
    <>
      <p className="text-muted">{words.intro}</p>
      <ResourceView resource={model}>
        {(state) => (
          <>
            <CurrentModel state={state} />
            {state.providers.some((one) => one.connected) ? (
              <Section title={words.connected}>
                <ul className="flex flex-col divide-y divide-line">
                  {state.providers
                    .filter((one) => one.connected)
                    .map((provider) => (
                      <ProviderRow
                        key={provider.id}
                        provider={provider}
                        onEdit={() =>
                          begin({ provider: provider.id, baseUrl: provider.baseUrl ?? '', model: provider.model ?? '' })
                        }
                      />
                    ))}
                </ul>
              </Section>
            ) : null}
            <StandInsCard state={state} />
            <RoutesCard state={state} />
            <LocalServers
              onPick={(server) =>
                begin({ provider: localProvider(server.name), baseUrl: server.baseUrl, model: server.models[0] ?? '' })
              }
            />
            <ConnectForm key={start.round} start={start} state={state} />
          </>
        )}
      </ResourceView>
    </>
  );
}

/** Ollama has a provider of its own; every other local server speaks the common language. */
function localProvider(name: string): string {
  return name.toLowerCase().includes('ollama') ? 'ollama' : 'custom';
}
