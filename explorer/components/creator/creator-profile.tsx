import { withView } from '../../model/address.js';
import { formatNumber, formatUsd } from '../../model/format.js';
import { useExplorer } from '../app/context.js';
import { Tile } from '../app/row-title.js';
import { StateLink } from '../app/state-link.js';

/** A row of a board. */
export interface BoardRow {
  readonly uid: string;
  readonly rank?: number;
  readonly creator_usd_gmv?: number;
  readonly follower_inc_count?: number;
  readonly creator: {
    readonly nickname: string | null;
    readonly unique_id: string | null;
    readonly avatar: string | null;
    readonly region: string | null;
    readonly category: { readonly name: string | null };
    readonly follower_count: number | null;
  };
}

interface CreatorProfileProps {
  readonly uid: string;
  readonly sales: BoardRow | undefined;
  readonly growth: BoardRow | undefined;
  readonly salesPeriod: { readonly value?: string | undefined } | undefined;
  readonly growthPeriod: { readonly value?: string | undefined } | undefined;
}

/** The creator, and its ranks on the newest boards. */
export function CreatorProfile({ uid, sales, growth, salesPeriod, growthPeriod }: CreatorProfileProps) {
  const { text, state, choice, field } = useExplorer();
  const creator = (sales ?? growth)?.creator;
  const name = creator?.nickname ?? uid;
  const handle = creator?.unique_id;
  const write = (value: number | null | undefined, as: (value: number) => string): string =>
    value === null || value === undefined ? '—' : as(value);
  const number = (value: number): string => formatNumber(value, state.lang);
  const place = ({ rank }: BoardRow): string => (rank === undefined ? '' : ` · #${number(rank)}`);
  const figures = [
    { name: text('followers'), value: write(creator?.follower_count, number), of: '' },
    {
      name: field('creator_usd_gmv'),
      value: write(sales?.creator_usd_gmv, (value) => formatUsd(value, state.lang)),
      of: `${text('salesRank')} ${salesPeriod?.value ?? ''}${sales === undefined ? ` · ${text('notRanked')}` : place(sales)}`,
    },
    {
      name: field('follower_inc_count'),
      value: write(growth?.follower_inc_count, number),
      of: `${text('growthRank')} ${growthPeriod?.value ?? ''}${growth === undefined ? ` · ${text('notRanked')}` : place(growth)}`,
    },
  ];
  return (
    <section class="profile" aria-label={name}>
      <div class="card profile-card">
        <Tile name={name} picture={creator?.avatar} large />
        <div>
          <h2>{name}</h2>
          <p class="about">
            {[
              typeof handle === 'string' ? `@${handle}` : '',
              typeof creator?.region === 'string' ? choice('region', creator.region) : '',
              creator?.category.name ?? '',
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {typeof handle === 'string' && (
            <p class="profile-links">
              <StateLink to={{ ...withView(state, 'videos'), keywords: handle }}>{text('latestVideos')}</StateLink>
              <StateLink to={{ ...withView(state, 'lives'), keywords: handle }}>{text('latestLives')}</StateLink>
            </p>
          )}
        </div>
      </div>
      {figures.map(({ name: label, value, of }) => (
        <dl key={label} class="card figure-card">
          <dt>{label}</dt>
          <dd class="figure-large">{value}</dd>
          <dd class="hint">{of}</dd>
        </dl>
      ))}
    </section>
  );
}
