import { Component, type ComponentChildren } from 'preact';
import type { Texts } from '../../texts/texts.js';

interface ErrorBoundaryProps {
  readonly text: Texts['text'];
  /** The address; another one is tried afresh. */
  readonly address: string;
  /** The address without what may have led to the error. */
  readonly plain: string;
  readonly children: ComponentChildren;
}

/** Shows an error of the page in place of a blank page, with a way out of it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  static override getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidUpdate({ address }: ErrorBoundaryProps) {
    if (address !== this.props.address && this.state.error !== undefined) this.setState({ error: undefined });
  }

  override render() {
    const { text, plain, children } = this.props;
    const { error } = this.state;
    if (error === undefined) return children;
    return (
      <main class="page">
        <div class="notice notice-error" role="alert">
          <h1>{text('failedHeading')}</h1>
          <p>{error instanceof Error ? error.message : ''}</p>
          <a class="button" href={plain}>
            {text('startAgain')}
          </a>
        </div>
      </main>
    );
  }
}
