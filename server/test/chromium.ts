import { type Provided, provideProgram } from './debian.ts';

export function provideChromium(): Provided {
  return provideProgram(['chromium', 'chromium-browser', 'google-chrome'], 'chromium');
}
