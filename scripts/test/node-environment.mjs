/**
 * Jest's environment of Node with two changes. Its global object is that of a new V8 context: Jest's own one is behind an interceptor and
 * a proxy, where each use of a global such as `Math` or `Map` takes 200 ns and more. And the files of a worker share compiled code,
 * because each loads the same modules anew.
 */
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const { compileFunction, createContext, SourceTextModule } = vm;

/** Source and compiled code by file. */
const compiled = new Map();

function findCompiled(file, source) {
  const known = compiled.get(file);
  return known?.source === source ? known.cachedData : undefined;
}

vm.SourceTextModule = class extends SourceTextModule {
  constructor(source, options) {
    const { identifier } = options;
    const cachedData = findCompiled(identifier, source);
    super(source, { ...options, cachedData });
    if (!cachedData) compiled.set(identifier, { source, cachedData: this.createCachedData() });
  }
};

vm.compileFunction = (source, parameters, options) => {
  const { filename } = options;
  const cachedData = findCompiled(filename, source);
  if (cachedData) return compileFunction(source, parameters, { ...options, cachedData });
  const result = compileFunction(source, parameters, { ...options, produceCachedData: true });
  compiled.set(filename, { source, cachedData: result.cachedData });
  return result;
};

export default class extends TestEnvironment {
  constructor(...args) {
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(...args);
    } finally {
      vm.createContext = createContext;
    }
  }
}
