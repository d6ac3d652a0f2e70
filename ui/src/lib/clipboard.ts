/**
 * Copies text; says whether it worked. Text that has to be fetched comes as a promise: WebKit takes it only within the
 * press that asked for it, and forgets the press while the host is asked.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text);
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text.then(asBlob) })]);
    return true;
  } catch {
    return false;
  }
}

/** Copies an image; says whether it worked. Systems take PNG from each other, and WebKit the promise only within the press. */
export async function copyImage(png: Promise<Blob>): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return true;
  } catch {
    return false;
  }
}

const asBlob = (text: string): Blob => new Blob([text], { type: 'text/plain' });
