/** Whether a training, a batch or an evaluation is not over yet. */
export function isRunning({ status }: { status: string }): boolean {
  return status === 'queued' || status === 'training' || status === 'running';
}
