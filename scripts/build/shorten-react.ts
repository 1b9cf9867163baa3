/**
 * Removes code of React's packages for other uses and for older browsers than ours: exports that nothing in the browser
 * imports, and tests for features that all our browsers have. esbuild keeps both, because it cannot know.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

type Replacements = Readonly<Record<string, string>>;

const drop = (names: string): Replacements =>
  Object.fromEntries(names.split(' ').map((name) => [`exports.${name} =`, 'void']));

/** By the module's file name. The minifier drops code that no longer has an effect. */
const replacements: Readonly<Record<string, Replacements>> = {
  react: {
    ...drop('Activity Profiler StrictMode ViewTransition __COMPILER_RUNTIME addTransitionType cache cacheSignal'),
    ...drop(
      'createRef unstable_useCacheRefresh useActionState useDeferredValue useEffectEvent useOptimistic useTransition',
    ),
    '"function" === typeof reportError': 'true',
  },
  'react-dom': drop(
    'preconnect prefetchDNS preinit preinitModule preload preloadModule requestFormReset unstable_batchedUpdates useFormState useFormStatus',
  ),
  'react-dom-client': {
    'var canUseDOM = !': 'var canUseDOM = true || !',
    '"function" === typeof reportError': 'true',
    '"function" === typeof queueMicrotask': 'true',
    '"CompositionEvent" in window': 'true',
    '"AnimationEvent" in window': 'true',
    '"TransitionEvent" in window': 'true',
    // Only in Internet Explorer.
    '"documentMode" in document': 'false',
    'if (isInputEventSupported)': 'if (true)',
    '= getVendorPrefixedEventName(': '= (',
    ': makePrefixMap(': ': /* @__PURE__ */ makePrefixMap(',
  },
  scheduler: {
    ...drop('unstable_Profiling unstable_forceFrameRate unstable_next unstable_runWithPriority unstable_wrapCallback'),
    '"function" === typeof localSetImmediate': 'false',
    '"undefined" !== typeof MessageChannel': 'true',
  },
};

/** Saves 2.1 KiB (gzip) per table page. */
export const shortenReact: Plugin = {
  name: 'shorten-react',
  setup(build) {
    build.onLoad({ filter: /[\\/](react|react-dom|scheduler)[\\/]cjs[\\/][\w-]+\.production\.js$/ }, async (module) => {
      const [, name = ''] = /([\w-]+)\.production\.js$/.exec(module.path) ?? [];
      let contents = await readFile(module.path, 'utf8');
      for (const [code, replacement] of Object.entries(replacements[name] ?? {})) {
        if (!contents.includes(code)) throw new Error(`${name} has no ${code}`);
        contents = contents.replaceAll(code, replacement);
      }
      return { contents, loader: 'js' };
    });
  },
};
