import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ErrorFault } from '../../../clients/typescript/src/schema.js';
import { formatNumber, formatTime } from '../../model/format.js';
import { withFilter } from '../../model/address.js';
import { type Coverage, isCompared, periodName } from '../../model/periods.js';
import { inWords, repairState } from '../../model/problems.js';
import type { Problem } from '../../service/use-answer.js';
import type { Catalogue } from '../../service/use-catalogue.js';
import { useExplorer, useListener } from './context.js';
import { StateLink } from './state-link.js';

interface ProblemNoticeProps {
  readonly problem: Problem;
  /** Whether only a part of the page is missing. */
  readonly isMinor?: boolean;
  readonly onRetry: () => void;
  readonly children?: ComponentChildren;
}

/** Shows why there is no answer, how to fix it, and when an automatic retry comes; also when the network is back. */
export function ProblemNotice({ problem, isMinor = false, onRetry, children }: ProblemNoticeProps) {
  const { text } = useExplorer();
  useListener('online', onRetry);
  return (
    <div class={isMinor ? 'notice' : 'notice notice-error'} role="alert">
      <h2>{text(`problem.${problem.kind}`)}</h2>
      {problem.faults.length === 0 && problem.message !== '' && <p>{problem.message}</p>}
      {children ?? <FieldFaults faults={problem.faults} />}
      {problem.kind !== 'refused' && (
        <p>
          {problem.retryAfterMs !== undefined && (
            <Countdown key={problem.requestId} milliseconds={problem.retryAfterMs} />
          )}
          <button class="button" onClick={onRetry}>
            {text('retryNow')}
          </button>
        </p>
      )}
      {problem.requestId !== undefined && <p class="hint">{text('requestId', { id: problem.requestId })}</p>}
    </div>
  );
}

function Countdown({ milliseconds }: { readonly milliseconds: number }) {
  const { text } = useExplorer();
  const [seconds, setSeconds] = useState(Math.ceil(milliseconds / 1000));
  useEffect(() => {
    const timer = setInterval(() => setSeconds((left) => Math.max(1, left - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span aria-hidden="true">{text('retryIn', { seconds })} </span>;
}

/** The errors of a field, with a button for the proposed value. */
export function FieldFaults({ faults }: { readonly faults: readonly ErrorFault[] }) {
  const { state, go, text, field: nameOf } = useExplorer();
  return (
    <>
      {faults.map((fault) => {
        const better = repairState(state, fault);
        return (
          <div key={fault.path + fault.rule} class="fault" role="alert">
            <p>{inWords(fault.message, nameOf)}</p>
            {better !== undefined && (
              <button class="button" onClick={() => go(better)}>
                {text('didYouMean', { value: fault.did_you_mean ?? '' })}
              </button>
            )}
          </div>
        );
      })}
    </>
  );
}

/** Says that names of categories are missing. */
export function CatalogueProblem({ catalogue: { failed } }: { readonly catalogue: Catalogue }) {
  const { text } = useExplorer();
  if (failed?.problem === undefined) return null;
  return (
    <ProblemNotice problem={failed.problem} isMinor onRetry={failed.retry}>
      <p>{text('categoriesMissing')}</p>
    </ProblemNotice>
  );
}

interface CoverageNoticeProps extends Coverage {
  /** The nearest period with data, where this one has none. */
  readonly nearest?: string | undefined;
}

/** Says that a period has no data, or is not compared, because the data does not cover it or the one before. */
export function CoverageNotice({ nearest, ...coverage }: CoverageNoticeProps) {
  const { text, state } = useExplorer();
  if (nearest !== undefined) {
    return (
      <p class="notice">
        {text('periodEmpty')}{' '}
        <StateLink to={withFilter(state, 'date_info', nearest)}>{periodName(nearest, state.lang)}</StateLink>
      </p>
    );
  }
  if (isCompared(coverage)) return null;
  return <p class="notice">{text(coverage.complete === false ? 'periodPartial' : 'beforePartial')}</p>;
}

const FRESH_DAYS = 2;

/** The day that the data ends with, and how long ago that was. */
export function DataAge({ end }: { readonly end: number | undefined }) {
  const { text, state } = useExplorer();
  // An empty line until it is known keeps the place of what follows.
  if (end === undefined) return <p class="about data-age" />;
  const days = Math.floor((Date.now() / 1000 - end) / 86_400);
  const day = formatTime(end, state.lang);
  return (
    <p class="about data-age">
      {days <= FRESH_DAYS ? text('dataTo', { day }) : text('dataOld', { day, days: formatNumber(days, state.lang) })}
    </p>
  );
}

/** A script that failed is asked for again only by another page. */
const reload = (): void => location.reload();

function Failed() {
  const { text } = useExplorer();
  useListener('online', reload);
  return (
    <p class="notice" role="alert">
      {text('problem.failed')}{' '}
      <button class="button" onClick={reload}>
        {text('retryNow')}
      </button>
    </p>
  );
}

/** A component whose code is loaded when it is first shown; `fallback` is shown until then. Code that does not come says so. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ComponentType<Props> = () => null,
) {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [Shown, setShown] = useState(() => loaded ?? fallback);
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (component) => {
          loaded = component;
          setShown(() => component);
        },
        () => setShown(() => Failed),
      );
    }, []);
    return <Shown {...props} />;
  };
}

/** Placeholder rows until the first answer arrives. */
export function ResultSkeleton() {
  const { text } = useExplorer();
  return (
    <div class="skeleton" role="status" aria-label={text('loading')}>
      {Array.from({ length: 8 }, (_, at) => (
        <span key={at} />
      ))}
    </div>
  );
}

/** A page to come. */
export const Blank = () => <div class="blank" role="status" aria-label="…" />;

/** How far below the screen a part may be when it is loaded. */
const MARGIN = '200px';

/** Shows its children, which load their data, once they are near the screen. */
export function WhenSeen({ children }: { readonly children: ComponentChildren }) {
  const holder = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (holder.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: MARGIN },
    );
    observer.observe(holder.current);
    return () => observer.disconnect();
  }, []);
  return isSeen ? (
    <>{children}</>
  ) : (
    <div ref={holder} class="unseen">
      <ResultSkeleton />
    </div>
  );
}

/** Who has a token waits for no code that asks for one. */
export const TokenPanel = lazy(() => import('./token-panel.js').then((room) => room.TokenPanel), Blank);
export const TokenOffer = lazy(() => import('./token-panel.js').then((room) => room.TokenOffer));
