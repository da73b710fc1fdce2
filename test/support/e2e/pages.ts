import type { Page } from 'playwright-core';

/** Goes to Settings, Model and connects a server, as its owner would. */
export async function connectModel(
  page: Page,
  input: { provider: string; url: string; key?: string; model: string },
): Promise<void> {
  await openSettings(page, 'Model');
  await page.getByLabel('Provider').selectOption({ label: input.provider });
  const other = page.getByRole('button', { name: 'Use another address' });
  if (await other.isVisible()) await other.click();
  await page.getByLabel('Address of the server').fill(input.url);
  if (input.key) await page.getByLabel('Key', { exact: true }).fill(input.key);
  await page.getByLabel('Model', { exact: true }).fill(input.model);
  await page.getByRole('button', { name: 'Test and save' }).click();
  await page.getByText(/answered in \d+ ms/).waitFor();
}

/** Switches computer use on from its card and confirms what it means. */
export async function enableComputerUse(page: Page): Promise<void> {
  await openSettings(page, 'Computer use');
  const toggle = page.getByRole('switch', { name: 'Computer use' });
  await toggle.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
  await page.locator('[role=switch][aria-checked=true]').first().waitFor();
}

export async function openSettings(page: Page, section: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings', exact: true }).first().click();
  await page.getByRole('navigation').getByText(section, { exact: true }).click();
}

/** A new conversation with the composer in front. */
export async function openChat(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New conversation' }).first().click();
  await page.getByLabel('Message', { exact: true }).waitFor();
}

export async function sendMessage(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.keyboard.press('Enter');
}
