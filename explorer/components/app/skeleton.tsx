import { useExplorer } from './context.js';

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
