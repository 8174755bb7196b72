import type { ComponentChildren } from 'preact';
import type { Column } from '../../model/columns.js';
import { formatChange, formatPrice, formatValue, growthOf } from '../../model/format.js';
import { useExplorer } from '../app/context.js';

/** Makes rows of figures, each with its difference from the first. */
export function useFigureRow() {
  const { state, help } = useExplorer();
  return (name: string, { kind, path, description }: Partial<Column>, values: readonly unknown[]) => {
    const [base] = values;
    const write = (figure: unknown): string =>
      path?.endsWith('price') && typeof figure === 'number'
        ? formatPrice(figure, 'US', state.lang)
        : formatValue({ kind: kind ?? 'usd' }, figure, undefined, state.lang);
    return {
      name,
      ...(description !== undefined && { help: help(description) }),
      cells: values.map((figure, at): ComponentChildren => (
        <>
          {write(figure)}
          {at > 0 && kind !== 'change' && typeof base === 'number' && base > 0 && typeof figure === 'number' && (
            <small class={figure >= base ? 'moved-up' : 'moved-down'}>
              {formatChange(growthOf(figure, base) ?? 0, state.lang)}
            </small>
          )}
        </>
      )),
    };
  };
}
