/** The nonce the content security policy asks of every style sheet made at run time; empty outside the app. */
export function styleNonce(): string {
  const element = typeof document === 'undefined' ? null : document.getElementById('nonce');
  return element instanceof HTMLElement ? element.nonce : '';
}
