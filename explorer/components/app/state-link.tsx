import type { ComponentChildren } from 'preact';
import { type State, writeAddress } from '../../model/address.js';
import { useExplorer } from './context.js';

interface StateLinkProps {
  readonly to: State;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly current?: boolean;
  readonly label?: string;
}

/** A link to a state of the page. A plain click goes there without a reload; other clicks work as for any link. */
export function StateLink({ to, children, class: className, current, label }: StateLinkProps) {
  const { go } = useExplorer();
  return (
    <a
      href={writeAddress(to)}
      class={className}
      aria-current={current === true ? 'page' : undefined}
      aria-label={label}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        go(to);
      }}
    >
      {children}
    </a>
  );
}
