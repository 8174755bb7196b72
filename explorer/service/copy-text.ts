/**
 * Copies a text. A page that came over plain HTTP has no clipboard, so the text is copied out of a field next to the
 * button: an open dialog refuses the focus to anything outside of it.
 * @returns whether it was copied
 */
export async function copyText(text: string, button: HTMLElement): Promise<boolean> {
  if (isSecureContext) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  button.after(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  button.focus();
  return isCopied;
}
