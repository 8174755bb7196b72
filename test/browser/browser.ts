import { type Browser, chromium, type Page } from 'playwright-core';

/** Starts it without a window, with an empty profile of its own, and quiet towards the network. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    headless: true,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-gpu',
      '--disable-quic',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}

const isLocal = (url: string): boolean =>
  /^(?:data|blob|about):|^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])[:/]/.test(url);

/**
 * Notes everything a user of the page would see in the console, and each request that left this machine or tried to,
 * which is refused.
 */
export async function noteComplaints(page: Page, complaints: string[]): Promise<void> {
  await page.context().route('**/*', (route) => {
    const request = route.request();
    if (isLocal(request.url())) return route.continue();
    complaints.push(`${request.resourceType()} from elsewhere: ${request.url()}`);
    return route.abort();
  });
  page.on('console', (message) => {
    const isStatus = message.text().startsWith('Failed to load resource: the server responded with a status of');
    if (['error', 'warning'].includes(message.type()) && !isStatus) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
}
