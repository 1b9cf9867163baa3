/**
 * The page of the link in the mail of a report, which stops further mails to its recipient. It needs neither a session nor
 * JavaScript. Only its form changes something, because programs open the links of mails.
 */
import { Router } from 'express';
import controls from '../../client/styles/controls.module.css';
import { loadReportStop, type ReportStop, stopReport } from '../../shared/api/reports.ts';
import * as messages from '../../shared/messages.ts';
import { sendPage } from '../render/send-page.tsx';
import { sendPublic } from '../session/public-call.ts';
import { type RequestContext, withContext } from '../session/request-context.ts';
import { TermList } from './simple-views.tsx';

function StopView({ name, address, stoppedAt }: ReportStop) {
  return (
    <form method="post" className={`${controls.card} ${controls.form}`}>
      <TermList
        terms={[
          ['Отчёт', name],
          ['Адрес', address],
        ]}
      />
      {stoppedAt === null ? (
        <button type="submit" className={`${controls.button} ${controls.buttonPrimary}`}>
          Больше не присылать
        </button>
      ) : (
        <p role="status">{messages.reportStopped}</p>
      )}
    </form>
  );
}

const path = '/reports/stop/:token';

type Next = () => void;

async function showStop(context: RequestContext, next: Next): Promise<void> {
  const found = await sendPublic(context, loadReportStop(String(context.request.params.token)));
  if (found === null) return next();
  sendPage(context, {
    route: { name: null, path: '/reports/stop', title: 'Отписка от отчёта', description: '' },
    main: <StopView {...found.data} />,
  });
}

async function postStop(context: RequestContext, next: Next): Promise<void> {
  const { request, response, basePath } = context;
  const token = String(request.params.token);
  if ((await sendPublic(context, stopReport(token))) === null) return next();
  response.redirect(303, `${basePath}/reports/stop/${encodeURIComponent(token)}`);
}

export function reportStopRoutes(): Router {
  const router = Router();
  const withOwn = (handle: (context: RequestContext, next: Next) => Promise<void>) =>
    withContext(async (context, next) => {
      const backendKind = await context.deps.backendKind.load(context.caller);
      return backendKind === 'own' ? handle(context, next) : next();
    });
  router.get(path, withOwn(showStop));
  router.post(path, withOwn(postStop));
  return router;
}
