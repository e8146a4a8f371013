/* src/count/device.c - exposures dealt on a device of OpenCL. */
#include "count/device.h"

#if defined(FELT_OPENCL)

#include "count/opencl.h"

#include <stdlib.h>
#include <string.h>

enum { GROUP = 128, NAME_BYTES = 128, LOG_BYTES = 512 };

struct count_device {
    opencl cl;
    cl_device_id device;
    char name[NAME_BYTES];
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel;
    cl_mem need, rows, terms, sums, pilots;
    size_t sum_words, pilot_words; /* of all copies */
    uint64_t *words;               /* room for either */
};

static felt_status fail(felt_error *error, const count_device *d, const char *what, cl_int code)
{
    return felt_error_set(error, FELT_EDATA, -1, "the device %s: %s failed with code %d", d->name, what, (int)code);
}

/* ---- making ---- */

static felt_status build(count_device *d, const felt_exposure *e, felt_error *error)
{
    char *source = NULL;
    cl_int code = CL_SUCCESS;
    /* The code of one form fits the caches of a graphics processor; that of many does not. A processor has no use for keeping step. */
    felt_status status = device_source(e, opencl_is_graphics(&d->cl, d->device) && e->values.count > 1, &source);
    if (status != FELT_OK)
        return status;
    const char *text = source;
    d->program = d->cl.clCreateProgramWithSource(d->context, 1, &text, NULL, &code);
    if (code == CL_SUCCESS)
        code = d->cl.clBuildProgram(d->program, 1, &d->device, "-cl-std=CL1.2", NULL, NULL);
    free(source);
    if (code != CL_SUCCESS && d->program != NULL) {
        char log[LOG_BYTES] = "";
        d->cl.clGetProgramBuildInfo(d->program, d->device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        return felt_error_set(error, FELT_EDATA, -1, "the device %s does not take the program: %.300s", d->name, log);
    }
    if (code == CL_SUCCESS)
        d->kernel = d->cl.clCreateKernel(d->program, "deal", &code);
    return code == CL_SUCCESS ? FELT_OK : fail(error, d, "making the program", code);
}

static cl_mem table(count_device *d, const void *from, size_t size, cl_int *code)
{
    cl_mem_flags flags = from != NULL ? CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR : CL_MEM_READ_WRITE;
    return *code == CL_SUCCESS ? d->cl.clCreateBuffer(d->context, flags, size, (void *)from, code) : NULL;
}

static felt_status make_buffers(count_device *d, const felt_exposure *e, felt_error *error)
{
    device_tables tables;
    cl_int code = CL_SUCCESS;
    felt_status status = device_tables_make(e, &tables);
    if (status != FELT_OK)
        return status;
    d->sum_words = (size_t)DEVICE_COPIES * 3 * e->sum_count;
    d->pilot_words = (size_t)DEVICE_COPIES * 3 * (e->pilot_count + 1);
    d->words = calloc(d->sum_words > d->pilot_words ? d->sum_words : d->pilot_words, sizeof *d->words);
    d->need = table(d, NULL, ((size_t)e->setup.system_count + 1) * sizeof e->counters->need, &code);
    d->rows = table(d, tables.rows, (4 * tables.row_count + 4) * sizeof *tables.rows, &code);
    d->terms = table(d, tables.terms, (2 * tables.term_count + 2) * sizeof *tables.terms, &code);
    d->sums = table(d, NULL, d->sum_words * sizeof *d->words, &code);
    d->pilots = table(d, NULL, d->pilot_words * sizeof *d->words, &code);
    device_tables_free(&tables);
    if (d->words == NULL)
        return FELT_ENOMEM;
    return code == CL_SUCCESS ? FELT_OK : fail(error, d, "taking memory", code);
}

felt_status count_device_open(const felt_exposure *e, count_device **ret, felt_error *error)
{
    count_device *d = calloc(1, sizeof *d);
    cl_int code = CL_SUCCESS;
    if (d == NULL)
        return FELT_ENOMEM;
    felt_status status = FELT_OK;
    if (!opencl_open(&d->cl))
        status = felt_error_set(error, FELT_ENOTFOUND, -1, "there is no OpenCL on this machine; Debian's is ocl-icd-libopencl1");
    else if (!opencl_choose(&d->cl, &d->device))
        status = felt_error_set(error, FELT_ENOTFOUND, -1,
                                "OpenCL knows no device that can count: install the driver of a graphics processor, or pocl-opencl-icd");
    if (status == FELT_OK) {
        d->cl.clGetDeviceInfo(d->device, CL_DEVICE_NAME, sizeof d->name - 1, d->name, NULL);
        d->context = d->cl.clCreateContext(NULL, 1, &d->device, NULL, NULL, &code);
        if (code == CL_SUCCESS)
            d->queue = d->cl.clCreateCommandQueue(d->context, d->device, 0, &code);
        status = code == CL_SUCCESS ? build(d, e, error) : fail(error, d, "opening it", code);
    }
    if (status == FELT_OK)
        status = make_buffers(d, e, error);
    if (status == FELT_OK)
        *ret = d;
    else
        count_device_close(d);
    return status;
}

void count_device_close(count_device *d)
{
    if (d == NULL)
        return;
    cl_mem buffers[] = {d->need, d->rows, d->terms, d->sums, d->pilots};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        if (buffers[i] != NULL)
            d->cl.clReleaseMemObject(buffers[i]);
    if (d->kernel != NULL)
        d->cl.clReleaseKernel(d->kernel);
    if (d->program != NULL)
        d->cl.clReleaseProgram(d->program);
    if (d->queue != NULL)
        d->cl.clReleaseCommandQueue(d->queue);
    if (d->context != NULL)
        d->cl.clReleaseContext(d->context);
    /* The library stays open: drivers do not like to be unloaded. */
    free(d->words);
    free(d);
}

const char *count_device_name(const count_device *d)
{
    return d->name;
}

/* ---- dealing ---- */

/* Triggers are known by now, or this is the pilot. */
static cl_int put_needs(count_device *d, const felt_exposure *e)
{
    cl_int code = CL_SUCCESS;
    for (int i = 0; i < e->setup.system_count && code == CL_SUCCESS; i++)
        code = d->cl.clEnqueueWriteBuffer(d->queue, d->need, CL_FALSE, (size_t)i * sizeof e->counters[i].need, sizeof e->counters[i].need,
                                          e->counters[i].need, 0, NULL, NULL);
    return code;
}

static cl_int launch(count_device *d, const felt_exposure *e, uint64_t first, uint32_t count, bool pilot)
{
    const cl_ulong seed = e->deals.seed, from = first, zero = 0;
    const cl_uint shoes = count, is_pilot = pilot;
    size_t local = GROUP, global = ((size_t)count + GROUP - 1) / GROUP * GROUP;
    const struct {
        size_t size;
        const void *at;
    } arguments[] = {{sizeof seed, &seed},         {sizeof from, &from},       {sizeof shoes, &shoes},
                     {sizeof is_pilot, &is_pilot}, {sizeof d->need, &d->need}, {sizeof d->rows, &d->rows},
                     {sizeof d->terms, &d->terms}, {sizeof d->sums, &d->sums}, {sizeof d->pilots, &d->pilots}};
    cl_int code = put_needs(d, e);
    for (cl_uint i = 0; i < sizeof arguments / sizeof *arguments && code == CL_SUCCESS; i++)
        code = d->cl.clSetKernelArg(d->kernel, i, arguments[i].size, arguments[i].at);
    if (code == CL_SUCCESS)
        code = d->cl.clEnqueueFillBuffer(d->queue, d->sums, &zero, sizeof zero, 0, d->sum_words * sizeof zero, 0, NULL, NULL);
    if (code == CL_SUCCESS)
        code = d->cl.clEnqueueFillBuffer(d->queue, d->pilots, &zero, sizeof zero, 0, d->pilot_words * sizeof zero, 0, NULL, NULL);
    if (code == CL_SUCCESS)
        code = d->cl.clEnqueueNDRangeKernel(d->queue, d->kernel, 1, NULL, &global, &local, 0, NULL, NULL);
    return code == CL_SUCCESS ? d->cl.clFinish(d->queue) : code;
}

/* Adds all copies up. */
static cl_int collect(count_device *d, cl_mem from, size_t words, size_t each, value_wide *sums, size_t count)
{
    cl_int code = d->cl.clEnqueueReadBuffer(d->queue, from, CL_TRUE, 0, words * sizeof *d->words, d->words, 0, NULL, NULL);
    for (size_t copy = 0; copy < DEVICE_COPIES && code == CL_SUCCESS; copy++) {
        for (size_t i = 0; i < count; i++) {
            const uint64_t *w = d->words + (copy * each + i) * 3;
            sums[i] += (value_wide)w[0] + (value_wide)w[1] * ((value_wide)1 << 32) + (value_wide)(int64_t)w[2] * ((value_wide)1 << 64);
        }
    }
    return code;
}

felt_status count_device_deal(count_device *d, felt_exposure *e, uint64_t first, uint32_t count, bool pilot, felt_error *error)
{
    cl_int code = launch(d, e, first, count, pilot);
    if (code == CL_SUCCESS && pilot)
        code = collect(d, d->pilots, d->pilot_words, e->pilot_count + 1, e->pilot, e->pilot_count);
    else if (code == CL_SUCCESS)
        code = collect(d, d->sums, d->sum_words, e->sum_count, e->sums, e->sum_count);
    return code == CL_SUCCESS ? FELT_OK : fail(error, d, "dealing", code);
}

#else

felt_status count_device_open(const felt_exposure *e, count_device **ret, felt_error *error)
{
    (void)e;
    (void)ret;
    return felt_error_set(error, FELT_ENOTFOUND, -1, "this Felt was built without OpenCL; the headers are Debian's opencl-headers");
}

void count_device_close(count_device *d)
{
    (void)d;
}

const char *count_device_name(const count_device *d)
{
    (void)d;
    return "";
}

felt_status count_device_deal(count_device *d, felt_exposure *e, uint64_t first, uint32_t count, bool pilot, felt_error *error)
{
    (void)d;
    (void)e;
    (void)first;
    (void)count;
    (void)pilot;
    return felt_error_set(error, FELT_ENOTFOUND, -1, "this Felt was built without OpenCL");
}

#endif
