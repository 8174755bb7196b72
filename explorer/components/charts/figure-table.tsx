import type { ComponentChildren } from 'preact';

interface FigureTableProps {
  readonly label: string;
  /** How the holder looks. */
  readonly class: string;
  /** The first names the rows. */
  readonly heads: readonly { readonly name: ComponentChildren; readonly help?: string; readonly isText?: boolean }[];
  readonly rows: readonly {
    readonly name: ComponentChildren;
    readonly help?: string;
    readonly isCurrent?: boolean;
    readonly cells: readonly ComponentChildren[];
  }[];
}

/** Figures with a name for each row and each column. */
export const FigureTable = ({ label, class: className, heads, rows }: FigureTableProps) => (
  <div class={className} tabIndex={0} role="group" aria-label={label}>
    <table class="results">
      <thead>
        <tr>
          {heads.map(({ name, help, isText }, at) => (
            <th key={at} scope="col" title={help} class={at === 0 || isText === true ? '' : 'figure'}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, help, isCurrent, cells }, at) => (
          <tr key={at} aria-current={isCurrent}>
            <th scope="row" title={help}>
              {name}
            </th>
            {cells.map((cell, place) => (
              <td key={place} class={heads[place + 1]?.isText === true ? '' : 'figure'}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
